/**
 * Whether only the server runs a file of src/pages, which its name tells: routes, data, and everything in a folder `server`,
 * `access` or `serving`. All other files reach a browser.
 */
export const isServerFile = (file: string): boolean =>
  /(^|\/)((server|access|serving)\/.*|([^/]*-)?(routes|data)\.ts|build\.ts)$/.test(file);
