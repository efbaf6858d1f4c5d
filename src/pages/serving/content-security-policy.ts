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
  /** A gateway's script runs beside ours, with what it frames, asks and paints. Not for a page that knows more than its payment. */
  gateway?: { scripts: readonly string[]; frames: readonly string[]; connects: readonly string[] };
  /** The targets of forms, answers that redirect included. */
  formAction?: "'self'" | '*';
  /** Sites that may show the page within theirs; nobody, unless it is said. */
  frameAncestors?: readonly string[];
};

/** The Content-Security-Policy of every page. */
export function contentSecurityPolicy(parts: PolicyParts): string {
  const { nonce, styleHash, scriptHash, hasScripts, isInstalled, mediaOrigin, gateway, frameAncestors } =
    parts;
  const frames = gateway?.frames ?? parts.frames;
  const { formAction = "'none'" } = parts;
  return [
    "default-src 'none'",
    [
      "style-src 'self'",
      nonce && `'nonce-${nonce}'`,
      styleHash && `'${styleHash}'`,
      // Gateways' scripts write styles into the page.
      gateway && "'unsafe-inline'",
    ]
      .filter(Boolean)
      .join(' '),
    ...(hasScripts
      ? [
          [
            "script-src 'self'",
            scriptHash && `'${scriptHash}'`,
            isInstalled && "'wasm-unsafe-eval'",
            ...(gateway?.scripts ?? []),
          ]
            .filter(Boolean)
            .join(' '),
          `connect-src ${gateway?.connects.join(' ') ?? "'self'"}`,
        ]
      : []),
    ...(isInstalled ? ["manifest-src 'self'", "worker-src 'self'"] : []),
    `img-src 'self'${mediaOrigin === undefined ? '' : ` ${mediaOrigin}`} data:${gateway ? ` ${gateway.frames.join(' ')}` : ''}`,
    ...(frames ? [`frame-src ${frames.join(' ')}`] : []),
    `form-action ${formAction}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors?.join(' ') ?? "'none'"}`,
  ].join('; ');
}
