import { Link } from '@tanstack/react-router';
import { Ellipsis, Plus } from 'lucide-react';
import { useRef } from 'react';
import { t } from '../language/text.js';
import { buttonClass, classes } from '../ui/button.js';
import { cell, hiddenBelow, shownBelow, Stack } from '../ui/layout.js';
import { WaitingBadge } from '../vaults/waiting-badge.js';
import { PLACES } from './navigation.js';
import styles from './rail.module.css';

const PlaceLink = ({
  place: { to, name, icon: Icon },
  onClick,
}: {
  readonly place: (typeof PLACES)[number];
  readonly onClick?: () => void;
}) => (
  <Link to={to} className={styles['place']} activeProps={{ className: styles['here'] }} onClick={onClick}>
    <Icon size={20} aria-hidden="true" />
    <span>{t(name)}</span>
    {to === '/vaults' && <WaitingBadge />}
  </Link>
);

/** Navigation of the app: a rail on the left; on a phone a bar at the bottom, whose menu holds the rest. */
export const Rail = () => {
  const menu = useRef<HTMLDivElement>(null);
  return (
    <nav className={styles['rail']} aria-label={t('Main')}>
      <Link to="/new" {...cell({ self: 'stretch', className: classes(buttonClass(), hiddenBelow(900)) })}>
        <Plus size={18} aria-hidden="true" /> {t('Create')}
      </Link>
      <Stack as="ul" gap={4}>
        {PLACES.map((place) => (
          <li key={place.to} className={place.isInBar ? undefined : hiddenBelow(900)}>
            <PlaceLink place={place} />
          </li>
        ))}
        <li className={shownBelow(900)}>
          <button type="button" className={styles['place']} popoverTarget="more-places">
            <Ellipsis size={20} aria-hidden="true" />
            <span>{t('More')}</span>
          </button>
        </li>
      </Stack>
      <div ref={menu} id="more-places" popover="auto" className={styles['menu']} aria-label={t('More places')}>
        <Link to="/new" className={styles['place']} onClick={() => menu.current?.hidePopover()}>
          <Plus size={20} aria-hidden="true" /> <span>{t('Create')}</span>
        </Link>
        {PLACES.filter(({ isInBar }) => !isInBar).map((place) => (
          <PlaceLink key={place.to} place={place} onClick={() => menu.current?.hidePopover()} />
        ))}
      </div>
    </nav>
  );
};
