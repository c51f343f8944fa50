export { toCsv } from './csv.js';
