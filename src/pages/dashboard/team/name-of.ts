/** What somebody is called: who has no name yet is known by the address. */
export const nameOf = ({ name, email }: { name: string; email: string }): string => name || email;
