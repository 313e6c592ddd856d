"""What programs and tests share: a service, a database, a library of simulated games."""
