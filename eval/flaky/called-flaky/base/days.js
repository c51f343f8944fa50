const DAY = 86_400_000;

/** 两个日期之间的工作日数，两端都算。 */
export function workingDays(from, to) {
  let count = 0;
  for (let time = Date.parse(from); time < Date.parse(to); time += DAY) {
    if (![0, 6].includes(new Date(time).getUTCDay())) count++;
  }
  return count;
}
