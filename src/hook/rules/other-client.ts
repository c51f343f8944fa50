/** The supervisor id of a session in a second client, while the first one is running. */
export const otherClientsId = (sessionId: string, clientPid: number | undefined): string => `${sessionId}.${clientPid}`;

export const isOtherClientsId = (supervisorId: string, sessionId: string): boolean =>
  supervisorId.startsWith(`${sessionId}.`) && /^\d+$/.test(supervisorId.slice(sessionId.length + 1));
