import java.util.Optional;

public interface Store {
    Optional<String> get(String key);

    void put(String key, String value);
}
