export function addMonths(day, count) {
  const date = new Date(day + 'T00:00:00Z');
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 10);
}
