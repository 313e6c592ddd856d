"""A client generated from the OpenAPI of a running service, which plays whole games."""
