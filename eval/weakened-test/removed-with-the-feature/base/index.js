export { toCsv } from './csv.js';
export { toXml } from './xml.js';
