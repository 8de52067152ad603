"""The rules of Fevga: pure values, nothing but the standard library."""
