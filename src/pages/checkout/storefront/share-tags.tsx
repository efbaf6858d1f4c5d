import type { VNode } from 'preact';
import type { SharedPicture } from '../../../media/shared-picture.ts';
import { LANGUAGE_FACTS, LANGUAGES, type Language } from '../../../values/language.ts';

/** The preview of a shared link, and the page's address for search engines. */
export function ShareTags(props: {
  title: string;
  description: string;
  address: string;
  siteName: string;
  language: Language;
  image: (SharedPicture & { alt: string }) | null;
}): VNode {
  const { title, description, address, image, language } = props;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {LANGUAGES.map((name) => (
        <link key={name} rel="alternate" hreflang={name} href={`${address}?lang=${name}`} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={props.siteName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={LANGUAGE_FACTS[language].locale.replace('-', '_')} />
      {image && (
        <>
          <meta property="og:image" content={image.url} />
          {image.size && (
            <>
              <meta property="og:image:width" content={String(image.size.widthPx)} />
              <meta property="og:image:height" content={String(image.size.heightPx)} />
            </>
          )}
          <meta property="og:image:alt" content={image.alt} />
        </>
      )}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  );
}
