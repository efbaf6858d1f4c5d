/** The person's name and e-mail. */
export type ProfileView = { name: string; email: string };
