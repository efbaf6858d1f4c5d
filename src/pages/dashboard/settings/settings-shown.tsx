import type { ComponentChildren, VNode } from 'preact';
import type { SettingsView as Data } from './data.ts';
import { hasPercentage } from '../../../rules/taxes.ts';
import { writeDecimal } from '../../../values/decimal.ts';
import { withDecimalComma } from '../components/decimal-comma.ts';
import { Section } from '../components/section.tsx';
import { useDashboard } from '../dashboard.ts';
import { sayFees } from './say-fees.ts';
import { useSettingsTexts } from './texts.ts';

/** The settings for members who may see them and not change them. */
export function SettingsShown({ data }: { data: Data }): VNode {
  const { page } = useDashboard();
  const texts = useSettingsTexts();
  const { settings: words } = texts;
  const { settings, fees } = data;
  const said = sayFees(fees, texts);
  const percent = (basisPoints: number): string =>
    withDecimalComma(writeDecimal(basisPoints, 2), page.language);
  const country = data.countries.find((row) => row.country === settings.country);
  return (
    <>
      <Section title={words.host} isCard>
        <dl class="settings-facts">
          <Fact name={words.name}>{settings.name}</Fact>
          <Fact name={words.country}>{country && `${country.name} (${country.currency})`}</Fact>
        </dl>
      </Section>
      <Section title={words.buyers} isCard>
        <dl class="settings-facts">
          <Fact name={words.contactEmail}>{settings.contactEmail}</Fact>
          <Fact name={words.terms}>{settings.terms}</Fact>
          <Fact name={words.refundPolicy}>{settings.refundPolicy}</Fact>
          <Fact name={words.newsletterFile}>{settings.hasNewsletter && words.hasNewsletter}</Fact>
        </dl>
      </Section>
      <Section title={words.seller} isCard>
        <dl class="settings-facts">
          <Fact name={words.sellerName}>{settings.sellerName}</Fact>
          <Fact name={words.sellerAddress}>{settings.sellerAddress}</Fact>
          <Fact name={words.taxNumber}>{settings.taxNumber}</Fact>
          <Fact name={words.vat}>{settings.vatBasisPoints !== null && percent(settings.vatBasisPoints)}</Fact>
          {settings.taxRates.length > 0 && (
            <Fact name={words.taxRates}>
              {settings.taxRates
                .map(({ name, kind, basisPoints }) =>
                  hasPercentage(kind)
                    ? `${name}, ${percent(basisPoints)} %`
                    : `${name}, ${words.taxKinds[kind]}`,
                )
                .join('\n')}
            </Fact>
          )}
          {settings.feeTaxRateId !== null && (
            <Fact name={words.feeTaxRateId}>
              {settings.taxRates.find(({ id }) => id === settings.feeTaxRateId)?.name}
            </Fact>
          )}
        </dl>
      </Section>
      <Section title={words.fees} intro={said.rates} isCard>
        <p>{settings.feesAbsorbed ? said.borne : said.onTop}</p>
      </Section>
      <Section title={words.disputes} isCard>
        <p>{settings.blocksDisputed ? words.disputedBlocked : words.disputedLetIn}</p>
      </Section>
      <Section title={words.sites} isCard>
        <dl class="settings-facts">
          <Fact name={words.callbackOrigins}>{settings.callbackOrigins?.join('\n') ?? words.anySite}</Fact>
        </dl>
      </Section>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): VNode {
  const texts = useSettingsTexts();
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children || <span class="soft">{texts.settings.notGiven}</span>}</dd>
    </div>
  );
}
