import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { msg, t } from '../language/text.js';
import { useContacts } from '../names/contacts.js';
import { named, useLabels } from '../names/record-labels.js';
import { classes } from '../ui/button.js';
import dialog from '../ui/dialog.module.css';
import { PLACES } from './navigation.js';
import styles from './palette.module.css';

const COMMANDS = [
  ...PLACES.map(({ to, name }) => ({ to, name })),
  { to: '/inbox', name: msg('Inbox') },
  { to: '/streams/new', name: msg('New stream') },
  { to: '/streams/import', name: msg('Import a cap table') },
  { to: '/locks/new', name: msg('New lock') },
  { to: '/payments/new', name: msg('New recurring payment') },
  { to: '/currency-payments/new', name: msg('New payment in a currency') },
  { to: '/plans/new', name: msg('New payroll or grants') },
  { to: '/airdrops/new', name: msg('New airdrop') },
  { to: '/vaults/new', name: msg('New treasury') },
] as const;

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Command palette: goes to a page, starts something new, or searches for a record or an address. */
const Palette = ({ isOpen, onOpenChange }: PaletteProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const query = text.trim();
  const commands = COMMANDS.map(({ to, name }) => ({ to, name: t(name) })).filter(({ name }) =>
    name.toLowerCase().includes(query.toLowerCase()),
  );
  const labels = named(useLabels(), query);
  const contacts = named(useContacts(), query);
  const options = [
    ...commands.map(({ to, name }) => ({ name, key: to, run: () => navigate({ to }) })),
    ...labels.map(({ name, path }) => ({ name, key: path, run: () => navigate({ to: path }) })),
    ...contacts.map(({ name, address }) => ({
      name,
      key: address,
      run: () => navigate({ to: '/search', search: { q: address } }),
    })),
    ...(query === ''
      ? []
      : [
          {
            name: t('Search for “{query}”', { query }),
            key: '',
            run: () => navigate({ to: '/search', search: { q: query } }),
          },
        ]),
  ];
  const run = (index: number): void => {
    onOpenChange(false);
    setText('');
    setChosen(0);
    void options[index]?.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((before) => (before + step + options.length) % options.length);
    } else if (event.key === 'Enter') run(chosen);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog['backdrop']} />
        <Dialog.Popup className={classes(dialog['popup'], styles['popup'])}>
          <Dialog.Title className={styles['title']}>{t('Search and commands')}</Dialog.Title>
          <label htmlFor="command" className={styles['label']}>
            {t('Page, action, address, id or transaction hash')}
          </label>
          <input
            id="command"
            role="combobox"
            className={styles['input']}
            aria-expanded="true"
            aria-controls="commands"
            aria-activedescendant={`command-${chosen}`}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          <ul id="commands" role="listbox" aria-label={t('Commands')}>
            {options.map(({ name, key }, index) => (
              <li
                key={key}
                id={`command-${index}`}
                role="option"
                aria-selected={index === chosen}
                className={styles['option']}
                onPointerMove={() => setChosen(index)}
                onClick={() => run(index)}
              >
                {name}
              </li>
            ))}
          </ul>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

export default Palette;
