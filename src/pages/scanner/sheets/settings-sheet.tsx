import type { VNode } from 'preact';
import { formatTimes } from '../format-times.ts';
import { SheetFrame } from '../components/sheet.tsx';
import { isPractising, startPractice } from '../practice.ts';
import type { Scanner } from '../scanner.ts';

export function SettingsSheet({ scanner }: { scanner: Scanner }): VNode {
  const { texts, settings } = scanner;
  const about = scanner.pairing.value?.about;
  const { change } = scanner;
  const { day } = formatTimes(scanner.language, about?.event.timezone ?? 'UTC');
  const allowed = about?.door.ticketTypeIds ?? null;
  const types = about?.ticketTypes.filter(({ id }) => allowed?.includes(id)).map(({ name }) => name);
  return (
    <SheetFrame scanner={scanner} title={texts.settings.title}>
      <p>
        {texts.settings.types}: {allowed === null ? texts.settings.allTypes : types?.join(', ')}
      </p>
      {about && <p>{texts.settings.until(day(about.device.endsAt))}</p>}
      <p class="soft">{texts.settings.install}</p>
      {!isPractising(scanner) && (
        <>
          <p>{texts.practice.about}</p>
          <button
            class="second"
            type="button"
            onClick={() => {
              startPractice(scanner);
              scanner.sheet.value = null;
            }}
          >
            {texts.practice.start}
          </button>
        </>
      )}
      <label class="choice">
        <input
          type="checkbox"
          checked={!settings.value.isMuted}
          onChange={({ currentTarget }) => change({ isMuted: !currentTarget.checked })}
        />
        {texts.settings.sound}
      </label>
      <fieldset class="hands">
        <legend>{texts.settings.hand}</legend>
        {(['left', 'right'] as const).map((hand) => (
          <label class="choice" key={hand}>
            <input
              type="radio"
              name="hand"
              checked={settings.value.hand === hand}
              onChange={() => change({ hand })}
            />
            {texts.settings[hand]}
          </label>
        ))}
      </fieldset>
    </SheetFrame>
  );
}
