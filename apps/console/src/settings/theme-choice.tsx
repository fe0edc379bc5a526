import { msg, t, tOptions } from '../language/text.js';
import { Segments } from '../ui/field.js';
import { chooseTheme, type Theme, useChosenTheme } from './theme-switch.js';

const OPTIONS: readonly (readonly [Theme, ReturnType<typeof msg>])[] = [
  ['system', msg('As the system')],
  ['light', msg('Light')],
  ['dark', msg('Dark')],
];

/** Chooses the theme: the system's, the light or the dark one. */
export const ThemeChoice = () => (
  <Segments label={t('Theme')} value={useChosenTheme()} onChange={chooseTheme} options={tOptions(OPTIONS)} />
);
