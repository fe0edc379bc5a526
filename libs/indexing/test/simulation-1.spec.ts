import { describeSimulation } from './support/simulation/describe-simulation.js';

describeSimulation(0, 2);
