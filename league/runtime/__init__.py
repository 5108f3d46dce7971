"""Running Sekijun on one machine: child processes, ports, the broker. Knows neither models nor settings."""
