"""A board as data: what lies where, and how it looks, without knowing any rule."""
