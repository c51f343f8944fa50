from sensors import load_sensors

for name, mean in load_sensors("data/sensors.log").items():
    print(f"{name}: {mean:.1f}")
