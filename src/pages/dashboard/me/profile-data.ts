/** Who somebody is. */
export type ProfileView = { name: string; email: string };
