import type { VNode } from 'preact';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ExportButton } from '../components/export-dialog/export-button.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { PageAddress } from '../components/page-address.tsx';
import { Section } from '../components/section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SettingsShown } from './settings-shown.tsx';
import { useSettingsTexts } from './texts.ts';

/** The settings of a host. */
export function SettingsView({ data }: ViewProps<'settings'>): VNode {
  const texts = useSettingsTexts();
  const { page } = useDashboard();
  const mayChange = page.powers.includes('settings.change');
  return (
    <>
      <PageHeader title={texts.settings.title}>
        {mayChange ? texts.settings.intro : texts.settings.introToRead}
      </PageHeader>
      {data.pageUrl !== null && (
        <div class={mayChange ? 'settings-page' : undefined}>
          <Section title={texts.settings.page} intro={texts.settings.pageIntro} isCard>
            <PageAddress label={texts.settings.pageOf} value={data.pageUrl} />
          </Section>
        </div>
      )}
      {page.powers.includes('buyer_data.manage') && (
        <div class="settings-page">
          <Section title={texts.settings.buyerData} intro={texts.settings.buyerDataIntro} isCard>
            <a class="second" href={page.inHost('/buyer-data')}>
              {texts.settings.toBuyerData}
            </a>
          </Section>
        </div>
      )}
      {data.settings.hasNewsletter && page.powers.includes('guests.export') && (
        <div class="settings-page">
          <Section title={texts.settings.newsletterFile} intro={texts.settings.newsletterFileIntro} isCard>
            <ExportButton what="newsletter" filters={{ eventId: null }} />
          </Section>
        </div>
      )}
      {mayChange ? <SettingsForm data={data} /> : <SettingsShown data={data} />}
    </>
  );
}
