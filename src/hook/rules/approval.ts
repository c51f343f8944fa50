interface Decided {
  verdict?: string | undefined;
  cause?: string | undefined;
  event?: string | undefined;
}

/** Pure: a stop that a reviewer approved. Nothing else is called that. */
export const isApproval = ({ verdict, cause, event }: Decided): boolean =>
  verdict === 'allow' && cause === 'review' && event === 'Stop';

/** Why an approval is not one of the work as it is; undefined: it is. */
export type ApprovalDoubt = 'files-changed' | 'settings-changed';

interface Approval {
  touched?: readonly string[] | undefined;
  changed_settings?: readonly string[] | undefined;
}

/** Pure: files that changed during the review were not reviewed; with other settings something else was asked. */
export function doubtAbout({ touched, changed_settings }: Approval): ApprovalDoubt | undefined {
  if (touched && touched.length > 0) return 'files-changed';
  return changed_settings && changed_settings.length > 0 ? 'settings-changed' : undefined;
}
