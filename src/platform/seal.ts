/**
 * A checksum over what a file holds. It shows that something other than this program wrote the file. It is no signature:
 * whoever may write the file can compute it too, so it needs no cryptography, which would cost start-up time.
 */
export function sealOf(name: string, content: object): string {
  const text = `${name}\n${JSON.stringify(content)}`;
  return [0x811c9dc5, 0x01000193].map((seed) => fnv1a(text, seed).toString(16).padStart(8, '0')).join('');
}

/** FNV-1a, 32 bits, by UTF-16 units. */
function fnv1a(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
