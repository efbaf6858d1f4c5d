import { LANGUAGE_FACTS, type Language } from '../values/language.ts';
import { html, type Html } from './html.ts';

const FONT = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
// A word that is longer than its place is broken: on a phone a table would be wider than the screen.
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word';
const SERIF = "font-family:Georgia,'Times New Roman',serif";

const STYLES = html`<style>
  @media (max-width: 480px) {
    .pad {
      padding-left: 20px !important;
      padding-right: 20px !important;
    }
  }
  @media (max-width: 350px) {
    .side {
      display: block !important;
      width: auto !important;
      padding: 12px 12px 4px !important;
    }
  }
  @media (prefers-color-scheme: dark) {
    .ground {
      background: #0c1516 !important;
    }
    .card {
      background: #16292b !important;
    }
    .ink {
      color: #f1ece2 !important;
    }
    .soft {
      color: #b3c0bd !important;
    }
    .link {
      color: #8fd0c8 !important;
    }
    .line {
      border-color: #33494a !important;
    }
  }
</style>`;

/**
 * The frame of every mail. Mail programs of twenty years read it, so: tables, 600 pixels, styles on the elements. The
 * style sheet only turns the colours for dark screens, and gives phones some room; where it is dropped, nothing is lost.
 */
export function mailLayout(mail: {
  /** Of the text, as HTML names it. */
  language: Language;
  title: string;
  preview: string;
  header: Html;
  body: Html;
  footer: Html;
}): string {
  const { dir } = LANGUAGE_FACTS[mail.language];
  return html`<!doctype html>
    <html lang="${mail.language}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${mail.title}</title>
        ${STYLES}
      </head>
      <body class="ground" style="margin:0;padding:0;background:#f1ebe0">
        <div style="display:none;max-height:0;overflow:hidden">${mail.preview}</div>
        <table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" border="0">
          <tr>
            <td class="ground" align="center" style="padding:24px 12px;background:#f1ebe0">
              <table
                role="presentation"
                dir="${dir}"
                class="card"
                width="600"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="width:100%;max-width:600px;background:#fffdf9;border-radius:10px;overflow:hidden"
              >
                <tr>
                  <td class="pad" style="padding:28px;background:#0d5c60;color:#ffffff;${FONT}">
                    ${mail.header}
                  </td>
                </tr>
                <tr>
                  <td height="6" style="height:6px;line-height:6px;font-size:0;background:#c8623f">&nbsp;</td>
                </tr>
                <tr>
                  <td
                    class="ink pad"
                    style="padding:28px;color:#1b2829;${BREAKS};font-size:16px;line-height:1.5;${FONT}"
                  >
                    ${mail.body}
                  </td>
                </tr>
                <tr>
                  <td
                    class="soft line pad"
                    style="padding:20px 28px;${BREAKS};border-top:1px solid #e4dccd;color:#556160;font-size:13px;line-height:1.5;${FONT}"
                  >
                    ${mail.footer}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.markup;
}

/** The sides at which lines begin and end. Many mail programs know no style that turns with the language. */
export const mailSides = (language: Language): { start: 'left' | 'right'; end: 'left' | 'right' } =>
  LANGUAGE_FACTS[language].dir === 'rtl' ? { start: 'right', end: 'left' } : { start: 'left', end: 'right' };

export function mailHeading(text: string): Html {
  return html`<h1
    style="margin:0;color:#ffffff;font-size:27px;line-height:1.25;font-weight:bold;${BREAKS};${SERIF}"
  >
    <span dir="auto">${text}</span>
  </h1>`;
}

// They join: pulled apart they are hard to read.
const ARABIC_LETTER = /\p{Script=Arabic}/u;

export function mailKicker(text: string): Html {
  const spacing = ARABIC_LETTER.test(text) ? '0' : '1px';
  return html`<p
    style="margin:0 0 6px;color:#e9d9bf;font-size:13px;letter-spacing:${spacing};text-transform:uppercase;${BREAKS}"
  >
    <span dir="auto">${text}</span>
  </p>`;
}

export function mailButton(label: string, url: string): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 8px">
    <tr>
      <td style="border-radius:6px;background:#0d5c60">
        <a
          href="${url}"
          style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:bold;text-decoration:none"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;
}

export function mailLink(label: string, url: string): Html {
  return html`<a class="link" href="${url}" style="color:#0d5c60;text-decoration:underline">${label}</a>`;
}

/** Names and values, one under the other. */
export function mailFacts(facts: [name: string, lines: (string | Html)[]][], language: Language): Html {
  const { end } = mailSides(language);
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    ${facts.map(
      ([name, lines]) =>
        html`<tr>
          <td
            class="soft"
            width="96"
            valign="top"
            style="padding:5px 0;padding-${end}:12px;color:#556160;font-size:14px;line-height:1.5"
          >
            ${name}
          </td>
          <td class="ink" valign="top" style="padding:5px 0;color:#1b2829;font-size:16px;line-height:1.5">
            ${withBreaks(lines.map(readItsWay))}
          </td>
        </tr>`,
    )}
  </table>`;
}

/** Each value by itself: a house number before Latin words stays there. */
const readItsWay = (line: string | Html): Html =>
  typeof line === 'string' ? html`<span dir="auto">${line}</span>` : line;

export function withBreaks(lines: (string | Html)[]): Html {
  return html`${lines.map((line, index) => html`${index > 0 && html`<br />`}${line}`)}`;
}
