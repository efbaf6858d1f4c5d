/** A person's name, or the e-mail if there is none yet. */
export const nameOf = ({ name, email }: { name: string; email: string }): string => name || email;
