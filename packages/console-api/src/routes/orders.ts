export const orderRoutes = {};
