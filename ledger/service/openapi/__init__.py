"""The API described: its OpenAPI document, and the pages that show it."""
