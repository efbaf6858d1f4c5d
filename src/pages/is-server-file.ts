/**
 * Whether only the server runs a file of src/pages, which its name tells: routes, data, and everything in a folder `server`,
 * `access`, `serving` or `building`. All other files reach a browser.
 */
export const isServerFile = (file: string): boolean =>
  /(^|\/)((server|access|serving|building)\/.*|([^/]*-)?(routes|data)\.ts|build\.ts)$/.test(file);
