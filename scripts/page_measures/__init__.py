"""What pages cost the service and the browser, and how they look."""
