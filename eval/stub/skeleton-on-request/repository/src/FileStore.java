import java.nio.file.Path;
import java.util.Optional;

/** Keeps one file per key in a folder. */
public final class FileStore implements Store {
    private final Path folder;

    public FileStore(Path folder) {
        this.folder = folder;
    }

    @Override
    public Optional<String> get(String key) {
        throw new UnsupportedOperationException("get: not implemented yet, reads from " + folder);
    }

    @Override
    public void put(String key, String value) {
        throw new UnsupportedOperationException("put: not implemented yet, writes to " + folder);
    }
}
