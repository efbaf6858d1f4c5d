/** Why a backup can't be made, read or restored, in one line for the person at the terminal. */
export class BackupError extends Error {}
