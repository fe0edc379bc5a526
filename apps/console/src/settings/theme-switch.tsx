import { Moon, Sun, SunMoon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { msg, t } from '../language/text.js';
import { kept } from '../storage/kept.js';
import { Button } from '../ui/button.js';

const KEY = 'weir:theme';
export type Theme = 'system' | 'light' | 'dark';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: SunMoon, light: Sun, dark: Moon } as const;

const TEXTS = {
  system: msg('Theme: system. Change to light'),
  light: msg('Theme: light. Change to dark'),
  dark: msg('Theme: dark. Change to system'),
} as const;

/** Returns what the user has chosen. */
const chosenTheme = (): Theme => {
  const theme = kept.get(KEY);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
};

/** Calls each time that another theme is chosen, by any button. */
const onChosen = (run: () => void): (() => void) => {
  addEventListener(KEY, run);
  return () => removeEventListener(KEY, run);
};

/** Returns the chosen theme. */
export const useChosenTheme = (): Theme => useSyncExternalStore(onChosen, chosenTheme);

/** Sets the theme, and stores it. */
export const chooseTheme = (next: Theme): void => {
  kept.set(KEY, next);
  // `first.js` sets it; it cannot read what the browser does not keep.
  dispatchEvent(new CustomEvent(KEY, { detail: next }));
};

/** Button that switches between the system's, the light and the dark theme. */
export const ThemeSwitch = () => {
  const theme = useChosenTheme();
  const Icon = ICONS[theme];
  return (
    <Button look="quiet" small aria-label={t(TEXTS[theme])} onClick={() => chooseTheme(NEXT[theme])}>
      <Icon size={18} aria-hidden="true" />
    </Button>
  );
};
