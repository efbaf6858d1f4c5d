import { GHANAIAN_HOST } from './story-ghana.ts';
import { NIGERIAN_HOST } from './story-nigeria.ts';
import type { DemoMember } from './story-types.ts';

const [lagos, accra] = [NIGERIAN_HOST.email, GHANAIAN_HOST.email];

/** One of each role for the first host, and one person who works for two. The owners are with their hosts. */
export const DEMO_MEMBERS: DemoMember[] = [
  {
    name: 'Ngozi Balogun',
    email: 'ngozi@lagosnights.example',
    worksFor: [{ host: lagos, role: 'manager' }],
  },
  {
    name: 'Tunde Bakare',
    email: 'tunde@lagosnights.example',
    worksFor: [{ host: lagos, role: 'finance' }],
  },
  {
    name: 'Ifẹ́ Adéyẹmí',
    email: 'ife@lagosnights.example',
    worksFor: [{ host: lagos, role: 'door', eventSlugs: ['lagos-rooftop-sessions', 'open-mic-yaba'] }],
  },
  {
    name: 'Kofi Mensah',
    email: 'kofi@twocities.example',
    worksFor: [
      { host: lagos, role: 'manager' },
      { host: accra, role: 'finance' },
    ],
  },
];
