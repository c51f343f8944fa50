/** Loads a feed; `load` is fetch, or a stand-in for tests. */
export async function fetchFeed(url, load = fetch) {
  const response = await load(url);
  if (!response.ok) throw new Error(url + ': status ' + response.status);
  return response.text();
}
