import type { Token } from 'marked';
import type { OpenApiDocument } from '../../values/openapi-document.ts';

/** The data of the pages at /docs. All of them have the same layout, so all of them get all of it. */
export type Docs = {
  description: OpenApiDocument;
  guides: readonly Guide[];
  dashboardUrl: string;
  /** In production an order that somebody tries is a real one. */
  isProduction: boolean;
  /** The address of the demo's public key; null if there is no demo. */
  demoKeyPath: string | null;
};

/** A page of docs/, in the frame of the reference. */
export type Guide = {
  name: string;
  /** The address of its page. */
  path: string;
  /** The file in the repository, which is the one source. */
  file: string;
  title: string;
  tokens: readonly Token[];
};
