import type { TOptional, TString } from 'typebox';
import type { Channel } from '@weir/services';
import type { MailPlaces } from './write-mail.js';

/** Settings of a channel: it is offered where all of them are set. */
export type ChannelSettings = Readonly<Record<string, TOptional<TString>>>;

/** Settings as they are in the environment. */
export type ChannelEnvironment = Readonly<Record<string, unknown>>;

/** A way by which notifications reach people, as an operator sets it up. */
export interface ChannelKind {
  readonly settings: ChannelSettings;
  /** @returns undefined where its settings are missing */
  readonly create: (environment: ChannelEnvironment, places: MailPlaces) => Channel | undefined;
}

/** Returns the settings of a channel, as they are in the environment. */
export const settingsOf = <Settings extends ChannelSettings>(
  settings: Settings,
  environment: ChannelEnvironment,
): { readonly [Name in keyof Settings]?: string } =>
  Object.fromEntries(
    Object.keys(settings).flatMap((name) => {
      const value = environment[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  ) as { readonly [Name in keyof Settings]?: string };
