export const customerRoutes = {};
