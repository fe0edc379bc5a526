import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/states.js';
import { usePageTitle } from './page-title.js';

export const NotFound = () => {
  usePageTitle('Not found');
  return (
    <Empty isPage title="There is no such page">
      <p>
        Check the address, or go to the <Link to="/">explorer</Link>.
      </p>
    </Empty>
  );
};
