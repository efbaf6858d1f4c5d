/** A page's rights besides showing itself. Anything not named is forbidden. */
export type PolicyParts = {
  /** The one secret of this answer that lets its own style element count. */
  nonce?: string;
  /** The same by what is in it, for an answer that is sent many times: `sha256-…`. */
  styleHash?: string;
  /** The script that is in the page, by what is in it: `sha256-…`. It never changes from answer to answer. */
  scriptHash?: string;
  /** Runs our scripts, which may call the server. */
  hasScripts?: boolean;
  /** Runs WebAssembly of ours, and can be installed. */
  isInstalled?: boolean;
  /** The origins of events' pictures. */
  mediaOrigin?: string;
  /** The origins of our pages that it shows within itself. */
  frames?: readonly string[];
  /** The targets of forms, answers that redirect included. */
  formAction?: "'self'" | '*';
  /** Sites that may show the page within theirs; nobody, unless it is said. */
  frameAncestors?: readonly string[];
};

/** The Content-Security-Policy of every page. */
export function contentSecurityPolicy(parts: PolicyParts): string {
  const { nonce, styleHash, scriptHash, hasScripts, isInstalled, mediaOrigin, frames, frameAncestors } =
    parts;
  const { formAction = "'none'" } = parts;
  return [
    "default-src 'none'",
    ["style-src 'self'", nonce && `'nonce-${nonce}'`, styleHash && `'${styleHash}'`]
      .filter(Boolean)
      .join(' '),
    ...(hasScripts
      ? [
          ["script-src 'self'", scriptHash && `'${scriptHash}'`, isInstalled && "'wasm-unsafe-eval'"]
            .filter(Boolean)
            .join(' '),
          "connect-src 'self'",
        ]
      : []),
    ...(isInstalled ? ["manifest-src 'self'", "worker-src 'self'"] : []),
    `img-src 'self'${mediaOrigin === undefined ? '' : ` ${mediaOrigin}`} data:`,
    ...(frames ? [`frame-src ${frames.join(' ')}`] : []),
    `form-action ${formAction}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors?.join(' ') ?? "'none'"}`,
  ].join('; ');
}
