// The form says the same: nothing here may need Node.

/** Of a password as it is counted: long ones are the ones that nobody guesses, so there are no other rules of form. */
export const MIN_PASSWORD_CHARACTERS = 12;
/** Room for any passphrase. There is a limit, since hashing reads all of it. */
export const MAX_PASSWORD_CHARACTERS = 256;

/** As people count: an accent typed as one sign or as two is the same password. */
export const countPasswordCharacters = (password: string): number =>
  Array.from(password.normalize('NFKC')).length;
