import type { VNode } from 'preact';
import type { PictureSources } from '../../media/picture-sources.ts';

/**
 * A stored picture: WebP where the browser takes it, in the width that fits `sizes`, and a JPEG for everybody else. One that has no
 * other sizes is a plain image.
 */
export function Picture({
  of: { url, srcset },
  sizes,
  alt,
  ...rest
}: {
  of: PictureSources;
  /** How wide it is shown, as for `<img sizes>`. */
  sizes: string;
  alt: string;
  /** Its shape, so that it keeps its place while it loads. */
  width: number;
  height: number;
  class?: string;
  loading?: 'lazy' | undefined;
  /** `high` for the one that the page is about, `low` for one that could be left out. */
  fetchpriority?: 'high' | 'low';
}): VNode {
  if (!srcset) return <img {...rest} src={url} alt={alt} />;
  return (
    <picture>
      <source type="image/webp" srcset={srcset.webp} sizes={sizes} />
      <img {...rest} src={url} srcset={srcset.jpeg} sizes={sizes} alt={alt} />
    </picture>
  );
}
