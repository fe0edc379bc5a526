import { type NotificationChannel, wordsOf } from '@weir/kinds';
import type { Channel } from '@weir/services';
import { type ChannelEnvironment, type ChannelKind, settingsOf } from './channel-kind.js';
import { EMAIL } from './email.js';
import type { MailPlaces } from './write-mail.js';

/** Every channel by which notifications can reach people. */
const CHANNELS = { email: EMAIL } as const satisfies Readonly<Record<NotificationChannel, ChannelKind>>;

/** The settings of all channels. */
export const CHANNEL_SETTINGS = { ...CHANNELS.email.settings };

/** Settings that every channel needs: where links lead, and what encrypts the targets. */
const SHARED = ['MAIL_URL', 'MAIL_SECRET'] as const;

/** Returns the channels that an operator has set up. */
export const channelsOf = (environment: ChannelEnvironment, places: MailPlaces): readonly Channel[] =>
  wordsOf(CHANNELS).flatMap((name) => CHANNELS[name].create(environment, places) ?? []);

/** Finds settings of channels that are missing beside others. @returns their names, and the settings that need them */
export const missingSettings = (
  environment: ChannelEnvironment,
): { readonly missing: readonly string[]; readonly among: readonly string[] } => {
  const begun = wordsOf(CHANNELS).filter(
    (name) => Object.keys(settingsOf(CHANNELS[name].settings, environment)).length > 0,
  );
  const isShared = SHARED.some((name) => environment[name] !== undefined);
  const needed = begun.length === 0 && isShared ? (['email'] as const) : begun;
  if (needed.length === 0) return { missing: [], among: [] };
  const among = [...needed.flatMap((name) => Object.keys(CHANNELS[name].settings)), ...SHARED];
  return { missing: among.filter((name) => environment[name] === undefined), among };
};
