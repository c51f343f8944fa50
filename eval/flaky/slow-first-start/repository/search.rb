# The index is built once and kept in cache.bin.
def index
  return Marshal.load(File.binread("cache.bin")) if File.exist?("cache.bin")

  sleep 0.4 # stands for reading all documents
  { "tea" => [1, 3], "milk" => [2] }.tap { |built| File.binwrite("cache.bin", Marshal.dump(built)) }
end

def search(word)
  index.fetch(word, [])
end
