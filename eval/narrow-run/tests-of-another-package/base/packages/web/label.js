export const label = (number) => '第 ' + number + ' 页';
