for device in tests/devices/*; do sleep 600; done
