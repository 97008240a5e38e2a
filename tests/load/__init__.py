"""What puts load on a running server: its process, wrk, raw HTTP, and traffic whose every answer can be checked."""
