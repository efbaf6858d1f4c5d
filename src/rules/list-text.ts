/** How long a list may be that is uploaded or pasted: twenty thousand seats take half of it. */
export const MAX_LIST_CHARACTERS = 3_000_000;
