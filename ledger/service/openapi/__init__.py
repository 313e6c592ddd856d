"""The description of the API: its OpenAPI document, and the pages that show it."""
