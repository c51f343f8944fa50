export interface Changed {
  path: string;
  how: 'added' | 'modified' | 'deleted' | 'renamed';
  from?: string;
}

/** `M\0path`, `R100\0old\0new`, … */
export function changedIn(fields: string[]): Changed[] {
  const files: Changed[] = [];
  for (let i = 0; i < fields.length; i++) {
    const status = fields[i]?.[0];
    const path = fields[++i];
    if (path === undefined) break;
    if (status === 'R' || status === 'C') {
      const to = fields[++i];
      if (to !== undefined)
        files.push(status === 'R' ? { path: to, how: 'renamed', from: path } : { path: to, how: 'added' });
    } else files.push({ path, how: status === 'A' ? 'added' : status === 'D' ? 'deleted' : 'modified' });
  }
  return files;
}
